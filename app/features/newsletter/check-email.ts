/** Spec §5: malformed means no @, no dot in the domain, or white space. */
export const checkEmail = (email: string): 'empty' | 'malformed' | undefined => {
  if (email === '') return 'empty';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : 'malformed';
};
