import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button, IconButton } from './Button.tsx'
import './icons.ts'
import { toast } from './toast.ts'

/** How long the button shows that it has copied (ms). */
const COPIED_MS = 2000

/** Copies a text. `label` is the button's text, or with `bare` only its name for screen readers. */
export function CopyButton({ text, label, bare }: { text: string; label: string; bare?: boolean }) {
  const { t } = useLingui()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(setDone, COPIED_MS, false)
    return () => clearTimeout(timer)
  }, [done])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setDone(true),
      () => toast(t`The browser did not allow copying.`, 'bad'),
    )
  const icon = done ? 'check' : 'copy'
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
        {done && t`Copied`}
      </span>
    </>
  )
}
