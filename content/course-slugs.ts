/** The nine course pages, in the order of the route table (product §2). */
export const courseSlugs = [
  'iso-27001-lead-implementer',
  'iso-27001-lead-auditor',
  'iso-27002-lead-manager',
  'rgpd-data-protection-officer',
  'iso-27005-risk-manager',
  'iso-27032-lead-cybersecurity-manager',
  'iso-31000-risk-manager',
  'iso-22301-lead-implementer',
  'iso-22301-lead-auditor',
] as const;
