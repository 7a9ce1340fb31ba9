import { detectLanguage } from '../../workers/listings/text.schema.ts'

/** A text that a user wrote, marked with its detected language for line breaks and screen readers. */
export const UserText = ({ text }: { text: string }) => <bdi lang={detectLanguage(text)}>{text}</bdi>
