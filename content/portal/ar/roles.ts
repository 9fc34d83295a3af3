import type { RolesCopy } from '../en/roles.ts';

export const roles: RolesCopy = {
  owner: { label: 'مالك', description: 'يطلع على كل شيء، ويقرر من له حق الوصول.' },
  billing: {
    label: 'الفوترة',
    description: 'يطلع على الفواتير والمدفوعات والعقود والرصيد، ويمكنه الاستفسار عنها.',
  },
  technical: { label: 'تقني', description: 'يطلع على الرخص وعلى كل تذاكر الدعم، ويفتح التذاكر.' },
  requester: { label: 'صاحب طلب', description: 'يفتح تذاكر الدعم، ولا يطلع إلا على تذاكره.' },
};
