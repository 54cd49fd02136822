export { ExportDialog } from './lazy-export-dialog.ts';
export {
  type FirstFormat,
  firstFormats,
  isFirstFormat,
  readLastChoice,
  type ReportChoice,
  reportName,
} from './report.rules.ts';
export { saveReport } from './save-report.ts';
export { useUnsent } from './use-unsent.ts';
