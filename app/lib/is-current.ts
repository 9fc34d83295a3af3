/** A section stays current while one of its own pages is open; the home page is no section. */
export const isCurrent = (to: string, pathname: string) =>
  pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
