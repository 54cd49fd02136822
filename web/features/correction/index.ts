export { CorrectionsTab } from './lazy-corrections-tab.ts';
