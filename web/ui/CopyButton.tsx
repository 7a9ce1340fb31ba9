import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button, IconButton } from './Button.tsx'
import './icons.ts'
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

/** Copies a text. `label` is the button's text, or with `bare` only its name for screen readers. */
export function CopyButton({ text, label, bare }: { text: string; label: string; bare?: boolean }) {
  const { t } = useLingui()
  const { isCopied, copy } = useCopy(text)
  const icon = isCopied ? 'check' : 'copy'
  return (
    <>
      {bare ? (
        <IconButton icon={icon} label={label} onClick={copy} />
      ) : (
        <Button icon={icon} onClick={copy}>
          {label}
        </Button>
      )}
      <span className="unseen" role="status">
        {isCopied && t`Copied`}
      </span>
    </>
  )
}
