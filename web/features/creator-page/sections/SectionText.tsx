import { detectLanguage } from '../../../../workers/listings/text.schema.ts'
import { RichText } from '../../listing-page/RichText.tsx'

/** A rich text in a section. */
export function SectionText({ html }: { html: string }) {
  return <RichText html={html} lang={detectLanguage(html.replace(/<[^>]*>/g, ' '))} />
}
