import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The text of each rule that a field of the editor can break. */
export const RULE_TEXTS: Record<string, MessageDescriptor> = {
  too_short: msg`Please fill in this field.`,
  too_long: msg`This text is too long. Please shorten it.`,
  too_few: msg`Please add at least one.`,
  too_many: msg`This is too much. Please remove something.`,
  https: msg`Enter a web address, such as https://example.com.`,
  file_gone: msg`This file is no longer stored. Please choose it again.`,
  other: msg`This cannot be saved. Please change it.`,
}
