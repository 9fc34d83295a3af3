/**
 * The links that mails carry. A token is in the fragment: browsers do not send it, so it is in no log and no Referer
 * header.
 */
export const siteLinks = (siteUrl: string) => ({
  contact: `${siteUrl}/contact`,
  portal: `${siteUrl}/customer-portal`,
  security: `${siteUrl}/customer-portal/security`,
  signIn: `${siteUrl}/customer-auth`,
  forgotPassword: `${siteUrl}/customer-auth?view=forgot`,
  resetPassword: (token: string) => `${siteUrl}/customer-auth#reset=${token}`,
  verifyEmail: (token: string) => `${siteUrl}/#verify=${token}`,
  confirmEmail: (token: string) => `${siteUrl}/#confirm-email=${token}`,
  cancelEmailChange: (token: string) => `${siteUrl}/#cancel-email=${token}`,
  revertEmailChange: (token: string) => `${siteUrl}/#revert-email=${token}`,
});
