import { detectLanguage } from '../../workers/listings/text.schema.ts'

/** Something a person wrote, on a page in any language: lines break and screen readers speak by the language it looks written in. */
export const Written = ({ text }: { text: string }) => <bdi lang={detectLanguage(text)}>{text}</bdi>
