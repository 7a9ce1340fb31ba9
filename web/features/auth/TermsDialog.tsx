import type { DialogProps } from '../../shell/dialogs.tsx'

export default function TermsDialog(_: DialogProps) {
  return null
}
