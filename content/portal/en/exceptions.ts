/** For few users: not a part of the first load. */
export const exceptions = {
  notInRole: {
    title: 'Not part of your role',
    one: <Company>(company: Company, roles: string) => [
      'Your role at ',
      company,
      ` is ${roles}, which does not include this page. An owner of your company can change that.`,
    ],
    several: <Company>(company: Company, roles: string) => [
      'Your roles at ',
      company,
      ` are ${roles}, which do not include this page. An owner of your company can change that.`,
    ],
    viewTitle: 'Not part of this view',
    viewDescription:
      'This page is about the account of the signed-in user. Stop viewing as a customer to change yours.',
    overview: 'Go to the overview',
  },
  notFound: {
    // product §2
    title: 'Oops! Page not found',
    home: 'Return to Home',
    description: 'The portal has no page at this URL. Please check the link.',
    overview: 'Back to overview',
  },
  viewing: {
    label: 'Viewing as customer',
    customer: 'this customer',
    text: <Customer>(customer: Customer) => ['You see the portal as ', customer, '. Nothing can be changed.'],
    stop: 'Stop and go back to the desk',
    notStopped: 'This could not be stopped. Please try again.',
  },
};

export type ExceptionsCopy = typeof exceptions;
