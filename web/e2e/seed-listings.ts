import { fetchPath } from './calls.ts'

interface Found {
  id: number
  event?: { theme: string }
}

/** Finds listings of the seed data and returns their paths: a service, a job with bids, and events in the two most different themes. */
export async function findSeedListings(): Promise<Record<'service' | 'job' | 'COSMOS' | 'INK', string>> {
  const find = async (query: string): Promise<Found[]> =>
    ((await (await fetchPath(`/api/listings/query?${query}`)).json()) as { services: Found[] }).services
  const [services, jobs, events] = await Promise.all(
    ['type=SERVICES&text=product+photos', 'type=JOBS&text=solidity', 'type=EVENTS'].map(find),
  )
  const inTheme = (theme: string) => `/events/${events!.find(({ event }) => event?.theme === theme)!.id}`
  return { service: `/services/${services![0]!.id}`, job: `/jobs/${jobs![0]!.id}`, COSMOS: inTheme('COSMOS'), INK: inTheme('INK') }
}
