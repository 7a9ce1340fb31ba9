/** The link that writes to an address that a member or guest has written. It can neither add receivers nor a text. */
export const mailto = (address: string): string => `mailto:${encodeURIComponent(address)}`
