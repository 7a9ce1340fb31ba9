import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { toast } from './toast.ts'

/** How long a button shows that it has copied (ms). */
const COPIED_MS = 2000

/** Copies a text, or what a function returns at that time. `isCopied` is true for a moment after it was copied. */
export function useCopy(text: string | (() => string)): { isCopied: boolean; copy: () => void } {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(setCopied, COPIED_MS, false)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () =>
    void navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => setCopied(true),
      () => toast(t`The browser did not allow copying. Select the text and copy it yourself.`, 'bad'),
    )
  return { isCopied, copy }
}
