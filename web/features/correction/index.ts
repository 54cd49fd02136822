export { CorrectionsTab } from './corrections-tab.tsx';
