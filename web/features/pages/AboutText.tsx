import { Trans } from '@lingui/react/macro'
import { brand } from '../../brand.ts'
import { Contract } from './Contract.tsx'
import css from './pages.module.css'

/** What this is, in three paragraphs; on its page and in its dialog. */
export function AboutText() {
  return (
    <div className={css.text}>
      <p>
        <Trans>
          {brand.name} is a marketplace for people who work and create on the open internet. They list what they offer, others find it, and
          both talk and pay in one place.
        </Trans>
      </p>
      <p>
        <Trans>
          Every payment waits in an escrow contract on the Base network until the work is done. The fee is plain before anybody signs, and
          when one side goes silent, the clock decides.
        </Trans>
      </p>
      <p>
        <Trans>
          A warren is a house of many rooms under one hill: everybody has a door of their own. You reach us at{' '}
          <a href={`mailto:${brand.contact}`}>{brand.contact}</a>.
        </Trans>
      </p>
      <Contract />
    </div>
  )
}
