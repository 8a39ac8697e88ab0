export { ciUsageExportDownload } from './usage-export-download.ts';
