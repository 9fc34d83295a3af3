/** The links of mails that open the home page, as their fragment names them. */
export const mailLinkKinds = ['verify', 'confirm-email', 'cancel-email', 'revert-email'] as const;
export type MailLinkKind = (typeof mailLinkKinds)[number];
