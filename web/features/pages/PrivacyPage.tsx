import { Trans, useLingui } from '@lingui/react/macro'
import { brand } from '../../brand.ts'
import { useTitle } from '../../session/title.ts'
import { TextLayout } from './TextLayout.tsx'

/** `/privacy`: what is kept, where, and for how long; every sentence is what the code does. */
export default function PrivacyPage() {
  const { t } = useLingui()
  useTitle(t`Privacy`)
  return (
    <TextLayout
      title={<Trans>Privacy</Trans>}
      lead={<Trans>We keep what the service needs, show what you publish, and sell nothing.</Trans>}
    >
      <section>
        <h2>
          <Trans>What we keep</Trans>
        </h2>
        <ul>
          <li>
            <Trans>
              Your wallet addresses, and your e-mail address if you gave one. Passwords are kept only in a form nobody can read back.
            </Trans>
          </li>
          <li>
            <Trans>What you publish: profile, listings, pictures and videos.</Trans>
          </li>
          <li>
            <Trans>Your orders and your messages. Messages are for the people in the room, and are not end-to-end encrypted.</Trans>
          </li>
          <li>
            <Trans>
              Your applications, bids and CVs. Only you and whom you apply to can read them; one you take back loses its words and its CV.
            </Trans>
          </li>
          <li>
            <Trans>
              For every device that is logged in: when it was last here, its browser’s name, and the country and city its connection comes
              from. The country of your profile comes from your connection too.
            </Trans>
          </li>
          <li>
            <Trans>
              To stop others from guessing passwords: from which connections an account’s password was entered, for 90 days. A new password
              is compared with those that were stolen elsewhere; five digits of its fingerprint leave our house for that, never the
              password.
            </Trans>
          </li>
        </ul>
      </section>
      <section>
        <h2>
          <Trans>What others see</Trans>
        </h2>
        <p>
          <Trans>
            Your profile, your listings, your reviews and your wallet address are public. Payments and orders stand on the Base network,
            where everybody can read them and nobody can erase them.
          </Trans>
        </p>
        <p>
          <Trans>
            From your pictures we show copies without what the camera wrote into them, such as the place. Videos are shown as you upload
            them.
          </Trans>
        </p>
      </section>
      <section>
        <h2>
          <Trans>In your browser</Trans>
        </h2>
        <p>
          <Trans>
            One cookie keeps you logged in; two more remember language and colours, if you chose them. The browser’s own storage keeps which
            wallet you used, the network, your country and the one you last looked in, the state of the sidebar, drafts you have not
            published, and that you put off giving an e-mail address. There is no advertising and no tracking by others.
          </Trans>
        </p>
      </section>
      <section>
        <h2>
          <Trans>Who helps us</Trans>
        </h2>
        <p>
          <Trans>
            Cloudflare carries the site, its files and its mail; Turso hosts the database; the chain is read through a node provider. They
            work for us and get no more than that takes.
          </Trans>
        </p>
      </section>
      <section>
        <h2>
          <Trans>Your data is yours</Trans>
        </h2>
        <p>
          <Trans>
            In the settings you can download all that is yours and delete your account. What belongs to orders stays as long as the law and
            the other party’s rights ask for it. For anything else, write to <a href={`mailto:${brand.contact}`}>{brand.contact}</a>.
          </Trans>
        </p>
      </section>
    </TextLayout>
  )
}
