/** The settings of the second build, which the journeys of tests/e2e/deliver/ use: public forms deliver in it. */
export const deliverBuild = {
  BUILD_FOLDER: 'node_modules/.cache/build-deliver',
  LEADS: 'deliver',
  BOOKING: 'on',
};

/** The folder of journeys that need it. */
export const deliverJourneys = 'tests/e2e/deliver/';
