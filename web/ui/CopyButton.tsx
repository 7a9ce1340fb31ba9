import { useLingui } from '@lingui/react/macro'
import { Button, IconButton } from './Button.tsx'
import './icons.ts'
import { useCopy } from './use-copy.ts'

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
