import { Trans } from '@lingui/react/macro'
import { brand } from '../../brand.ts'
import { Contracts } from '../../lib/Contracts.tsx'
import css from './pages.module.css'

/** About the product, in a few paragraphs; for the page and the dialog. */
export function AboutText() {
  return (
    <div className={css.text}>
      <p>
        <Trans>
          {brand.name} is a marketplace for people who work and create on the open internet. Sellers post services, and buyers order and pay
          for them. Both can write to each other here.
        </Trans>
      </p>
      <p>
        <Trans>
          Every payment waits in an escrow contract on the Base network until the work is done. You see the fee before you sign, and if one
          side stops answering, fixed time limits apply.
        </Trans>
      </p>
      <p>
        <Trans>
          You can reach us at <a href={`mailto:${brand.contact}`}>{brand.contact}</a>.
        </Trans>
      </p>
      <Contracts />
    </div>
  )
}
