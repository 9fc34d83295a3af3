/** « La checklist de cybersécurité » as a PDF: a file of the build if leads are delivered. */
export const checklistPath = '/documents/checklist-cybersecurite.pdf';
