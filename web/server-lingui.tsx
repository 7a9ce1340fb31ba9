import { i18n } from '@lingui/core'
import { Trans as BrowserTrans, type TransProps } from '@lingui/react'

/**
 * Lingui for the server build. A server does not watch for a change of the language, so it reads texts without a context, and without the
 * proxy around `i18n` by which React notices a change.
 */
export * from '@lingui/react'

const context = { i18n, _: i18n.t }

export const useLingui = () => context

const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** A text without elements in it needs no components around it. */
export function Trans(props: TransProps) {
  const { id, message, values = {}, components, component, render } = props
  const isPlain = !components && !component && !render && Object.values(values).every(isText)
  return isPlain ? i18n._(id, values, { message }) : <BrowserTrans {...props} />
}
