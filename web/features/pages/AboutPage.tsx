import { Trans, useLingui } from '@lingui/react/macro'
import { brand } from '../../brand.ts'
import { paths } from '../../lib/paths.ts'
import { useTitle } from '../../session/title.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { AboutText } from './AboutText.tsx'
import css from './pages.module.css'
import { TextLayout } from './TextLayout.tsx'

/** `/about` */
export default function AboutPage() {
  const { t } = useLingui()
  useTitle(t`About ${brand.name}`)
  return (
    <TextLayout title={<Trans>About {brand.name}</Trans>}>
      <AboutText />
      <section className={css.text}>
        <h2>
          <Trans>What we do, and what we do not</Trans>
        </h2>
        <ul>
          <li>
            <Trans>We run the site: listings, search, conversations, files, notifications and invoices.</Trans>
          </li>
          <li>
            <Trans>We are not a party to your order, and we never hold your money: the contract does, and nobody can change it.</Trans>
          </li>
          <li>
            <Trans>Our arbitrators decide disputes that the two parties cannot end themselves, within what both have named.</Trans>
          </li>
          <li>
            <Trans>
              We live on the fee that sellers pay when they are paid. There is no advertising, and nobody can buy a better position.
            </Trans>
          </li>
        </ul>
        <nav aria-label={t`More about ${brand.name}`}>
          <ButtonLink href={paths.welcome()}>
            <Trans>Our mission</Trans>
          </ButtonLink>
          <ButtonLink href={paths.faq()}>
            <Trans>Questions and answers</Trans>
          </ButtonLink>
          <ButtonLink href={paths.privacy()}>
            <Trans>Privacy</Trans>
          </ButtonLink>
          <ButtonLink href={paths.terms()}>
            <Trans>Terms and conditions</Trans>
          </ButtonLink>
        </nav>
      </section>
    </TextLayout>
  )
}
