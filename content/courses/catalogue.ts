import type { AvailableCourse, Course } from '../schema/course.ts';
import { course as ebiosRiskManager } from './ebios-risk-manager.ts';
import { course as iso22301LeadAuditor } from './iso-22301-lead-auditor.ts';
import { course as iso22301LeadImplementer } from './iso-22301-lead-implementer.ts';
import { course as iso27001LeadAuditor } from './iso-27001-lead-auditor.ts';
import { course as iso27001LeadImplementer } from './iso-27001-lead-implementer.ts';
import { course as iso27002LeadManager } from './iso-27002-lead-manager.ts';
import { course as iso27005RiskManager } from './iso-27005-risk-manager.ts';
import { course as iso27032LeadCybersecurityManager } from './iso-27032-lead-cybersecurity-manager.ts';
import { course as iso31000RiskManager } from './iso-31000-risk-manager.ts';
import { course as rgpdDataProtectionOfficer } from './rgpd-data-protection-officer.ts';

/** In the order of product §9's table. */
export const courses: Course[] = [
  iso27001LeadImplementer,
  iso27001LeadAuditor,
  iso27002LeadManager,
  iso27032LeadCybersecurityManager,
  rgpdDataProtectionOfficer,
  iso22301LeadImplementer,
  iso22301LeadAuditor,
  iso27005RiskManager,
  ebiosRiskManager,
  iso31000RiskManager,
];

export const availableCourses: AvailableCourse[] = courses.filter((course) => course.status === 'available');
