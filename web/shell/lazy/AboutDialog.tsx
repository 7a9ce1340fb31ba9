import { Trans } from '@lingui/react/macro'
import { brand } from '../../brand.ts'
import { AboutText } from '../../features/pages/AboutText.tsx'
import { paths } from '../../lib/paths.ts'
import type { DialogProps } from '../../session/dialogs.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** About the product, in a dialog. */
export default function AboutDialog({ onClose }: DialogProps) {
  return (
    <Dialog title={<Trans>About {brand.name}</Trans>} onClose={onClose}>
      <AboutText />
      <ButtonLink href={paths.faq()} icon="help" wide onClick={onClose}>
        <Trans>Questions and answers</Trans>
      </ButtonLink>
    </Dialog>
  )
}
