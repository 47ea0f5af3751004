/** The invented person whom the demo and the line that `npm start -- --simulator` shows look up. */

/** Username. */
export const DEMO_SUBJECT = 'robinsample';

/** As the simulator takes people: registered on that share of all platforms. */
export const DEMO_PERSON = { identities: { username: [DEMO_SUBJECT], email: ['robin.sample@example.com'] }, share: 0.4 } as const;
