/** The types of listings, as they are stored and as they appear in URLs. */
export const LIST_TYPES = ['services', 'jobs', 'events'] as const
export type ListType = (typeof LIST_TYPES)[number]
