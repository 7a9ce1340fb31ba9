import { Trans, useLingui } from '@lingui/react/macro'
import { brand } from '../../brand.ts'
import { useTitle } from '../../session/title.ts'
import { TextLayout } from './TextLayout.tsx'

/** `/privacy`: the data that is stored, where, and for how long. Every sentence must be true of the code. */
export default function PrivacyPage() {
  const { t } = useLingui()
  useTitle(t`Privacy`)
  return (
    <TextLayout
      title={<Trans>Privacy</Trans>}
      lead={<Trans>We store the data that the site needs, show what you publish, and do not sell data.</Trans>}
    >
      <section>
        <h2>
          <Trans>What we store</Trans>
        </h2>
        <ul>
          <li>
            <Trans>
              Your wallet addresses, and your e-mail address if you gave one. Passwords are stored only as hashes that cannot be reversed.
            </Trans>
          </li>
          <li>
            <Trans>What you publish: profile, listings, pictures and videos.</Trans>
          </li>
          <li>
            <Trans>
              Your orders, your deliveries and your messages. Deliveries are visible to the two parties of the order and, in a dispute, to
              arbitrators; messages to the people in the conversation. Neither is end-to-end encrypted.
            </Trans>
          </li>
          <li>
            <Trans>
              What you submit as evidence in a dispute, with copies of the messages you choose. The other party and the arbitrators see it.
              We keep it for one year after the order ends, even if a message or an account is deleted, and then delete it.
            </Trans>
          </li>
          <li>
            <Trans>Notifications about your orders, places at events and reviews, for 180 days.</Trans>
          </li>
          <li>
            <Trans>
              If you turn on notifications in a browser: the address at which the maker of the browser receives them for you, until you log
              out there. The text of each notification passes through the maker’s servers, encrypted so that they cannot read it.
            </Trans>
          </li>
          <li>
            <Trans>
              Your applications, bids and CVs. Only you and the person you apply to can read them; when you withdraw one, its text and CV
              are deleted.
            </Trans>
          </li>
          <li>
            <Trans>
              For every browser that is logged in: its name, when it was last used, and the country and city of its connection. We also fill
              in your profile’s country from your connection.
            </Trans>
          </li>
          <li>
            <Trans>
              To stop others from guessing passwords: the connections from which an account’s password was entered, for 90 days. A new
              password is compared with leaked ones; for that we send five digits of its hash to an external provider, never the password.
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
            Your profile, your listings, your reviews and your wallet address are public. Payments and orders are recorded on the Base
            network, where everybody can read them and nobody can erase them.
          </Trans>
        </p>
        <p>
          <Trans>We show copies of your pictures without camera data such as the location. Videos are shown as you upload them.</Trans>
        </p>
      </section>
      <section>
        <h2>
          <Trans>In your browser</Trans>
        </h2>
        <p>
          <Trans>
            One cookie keeps you logged in; two more remember your language and appearance, if you chose them. The browser’s own storage
            holds the wallet you used, the network, your country and the country you last filtered by, the state of the sidebar, drafts you
            have not published, unfinished uploads, requests to your wallet, transactions that are not recorded yet and reasons for disputes
            that are not sent yet, whether we have asked what you would like to do, and whether you postponed adding an e-mail address.
            There is no advertising and no third-party tracking.
          </Trans>
        </p>
      </section>
      <section>
        <h2>
          <Trans>Service providers</Trans>
        </h2>
        <p>
          <Trans>
            Cloudflare hosts the site and its files and sends our e-mail; Turso hosts the database; we read the chain through a node
            provider. They work for us and receive only the data they need for that.
          </Trans>
        </p>
      </section>
      <section>
        <h2>
          <Trans>Your data is yours</Trans>
        </h2>
        <p>
          <Trans>
            In the settings you can download your data and delete your account. Order data is kept as long as the law and the other party’s
            rights require; files you delivered stay available to the buyer, and invoices stay with the names they were issued with. For
            anything else, write to <a href={`mailto:${brand.contact}`}>{brand.contact}</a>.
          </Trans>
        </p>
      </section>
    </TextLayout>
  )
}
