import { detectLanguage } from '../../workers/listings/text.schema.ts'

/** A text that a user wrote, in the language it is detected to be in, for line breaks and screen readers. */
export const UserText = ({ text }: { text: string }) => <bdi lang={detectLanguage(text)}>{text}</bdi>
