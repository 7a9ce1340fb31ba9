/** The host of an address, without `www.`; text that is no address as it is. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address)
