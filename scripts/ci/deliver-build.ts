/** Builds in which public forms deliver, each with the journeys that need it. */
export const deliverBuilds = {
  /** Visitors book a time. */
  deliver: {
    journeys: 'tests/e2e/deliver/',
    settings: { BUILD_FOLDER: 'node_modules/.cache/build-deliver', LEADS: 'deliver', BOOKING: 'on' },
  },
  /** Visitors ask for a time, and staff confirm it. */
  requested: {
    journeys: 'tests/e2e/requested/',
    settings: { BUILD_FOLDER: 'node_modules/.cache/build-requested', LEADS: 'deliver', BOOKING: 'off' },
  },
};

export type DeliverBuild = keyof typeof deliverBuilds;
export const deliverBuildNames = Object.keys(deliverBuilds) as DeliverBuild[];

/** playwright.config.ts then starts the server of that build, and runs its journeys only. */
export const deliverSettings = (name: DeliverBuild) => ({ JOURNEYS: name, ...deliverBuilds[name].settings });

/** The build that a run of Playwright is for; undefined is the usual one. */
export const chosenBuild = deliverBuildNames.find((name) => name === process.env.JOURNEYS);
