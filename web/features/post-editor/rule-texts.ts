import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The text of each rule that a field of the editor can break. */
export const RULE_TEXTS: Record<string, MessageDescriptor> = {
  empty: msg`Write something, or add a picture or a link.`,
  videos: msg`A post can have one video. Please remove the others.`,
  too_long: msg`This text is too long. Please shorten it.`,
  too_many: msg`This is too much. Please remove something.`,
  link: msg`Enter a web address, such as https://example.com.`,
  other: msg`This cannot be saved. Please change it.`,
}
