import type { DialogProps } from '../../shell/dialogs.tsx'

export default function LoginDialog(_: DialogProps) {
  return null
}
