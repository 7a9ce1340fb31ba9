import { htmlText } from '../listings/richtext.schema.ts'

/** The texts of things that members report, as plain text: for the copy in a report, and for admins who compare it with the present one. */

/** Longest copy (characters). */
const MAX_COPY = 4000

/** The part of a text that a report keeps. */
export const copyOf = (text: string): string => text.slice(0, MAX_COPY).toWellFormed()

const joinParts = (...parts: string[]): string => parts.filter(Boolean).join('\n')

export const postText = ({ content, link }: { content: string; link: string }): string => joinParts(htmlText(content), link)

export const listingText = ({
  title,
  descriptionPreview,
  description,
}: {
  title: string
  descriptionPreview: string
  description: string
}): string => joinParts(title, descriptionPreview, htmlText(description))

export const profileText = ({ name, title, description }: { name: string; title: string; description: string }): string =>
  joinParts(name, title, description)
