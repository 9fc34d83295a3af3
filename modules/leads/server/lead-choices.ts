import { consultationTypes, formChoices } from '#content/form-choices.ts';
import type { LeadField, LeadForm } from '#contract/leads.ts';

interface Choice {
  value: string;
  label: string;
}

const choicesOf = (form: LeadForm, field: LeadField): readonly Choice[] => {
  switch (field) {
    case 'service':
      return form === 'checklist' ? formChoices.checklistService : formChoices.contactService;
    case 'consultationType':
      return Object.entries(consultationTypes).map(([value, label]) => ({ value, label }));
    case 'employees':
    case 'industry':
    case 'priority':
    case 'timeline':
    case 'meetingType':
      return formChoices[field];
    default:
      return [];
  }
};

/** What the page showed for the code of a choice. Undefined for what was typed, and for a choice of an earlier version. */
export const choiceLabel = (form: LeadForm, field: LeadField, value: string): string | undefined =>
  choicesOf(form, field).find((choice) => choice.value === value)?.label;
