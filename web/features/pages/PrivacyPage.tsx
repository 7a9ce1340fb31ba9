import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import { brand } from '../../brand.ts'
import { EVIDENCE_DAYS, NETWORK_DAYS, NOTIFICATION_DAYS, QUOTE_DAYS, SESSION_DAYS } from '../../lib/figures.ts'
import { paths } from '../../lib/paths.ts'
import { useTitle } from '../../session/title.ts'
import { TextLayout } from './TextLayout.tsx'

/**
 * `/privacy`: the data that is stored, where, and for how long. docs/decisions/0045-claims-of-the-privacy-page.md names the code or test
 * for each sentence.
 */
export default function PrivacyPage() {
  const { t } = useLingui()
  useTitle(t`Privacy`)
  return (
    <TextLayout
      title={<Trans>Privacy</Trans>}
      lead={<Trans>We store the data that the site needs, show what you publish, and do not sell data.</Trans>}
    >
      <Account />
      <Work />
      <Protection />
      <Others />
      <Browser />
      <Providers />
      <Rights />
    </TextLayout>
  )
}

function Account() {
  return (
    <section>
      <h2>
        <Trans>Your account and what you publish</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            Your wallet addresses, your username, and your e-mail address if you gave one. Passwords are stored only as hashes that cannot
            be reversed.
          </Trans>
        </li>
        <li>
          <Trans>
            What you publish: profile, listings, the page of a creator with its last ten versions, posts with their drafts, comments and
            likes, pictures and videos, with the names of the files. Our search index contains your name, your username and the texts of
            your profile and listings.
          </Trans>
        </li>
        <li>
          <Trans>Your carrots, the people you follow, and the listings you have saved, in your lists.</Trans>
        </li>
        <li>
          <Trans>The searches you have saved and the categories you follow, with what they found in the last 30 days.</Trans>
        </li>
        <li>
          <Trans>
            Notifications about your orders, places at events, reviews and saved searches, for {NOTIFICATION_DAYS} days; and what you have
            chosen for them, with your quiet hours and time zone.
          </Trans>
        </li>
        <li>
          <Trans>
            If you turn on notifications in a browser: the address at which the maker of the browser receives them for you, until you log
            out there. The text of each notification passes through the maker’s servers, encrypted so that they cannot read it.
          </Trans>
        </li>
      </ul>
    </section>
  )
}

function Work() {
  return (
    <section>
      <h2>
        <Trans>Your orders, messages and applications</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            Your orders, your deliveries and your messages. Deliveries are visible to the two parties of the order and, in a dispute, to
            arbitrators; messages and the files in them to the people in the conversation. Neither is end-to-end encrypted. When you delete
            a message, its files are deleted too.
          </Trans>
        </li>
        <li>
          <Trans>
            An index of the words of messages, for your search. The words of a deleted message are deleted from it too. Also whom you have
            blocked, and your settings of conversations.
          </Trans>
        </li>
        <li>
          <Trans>
            What you were shown before each payment: terms, price and wallets. If you do not pay, we delete it {QUOTE_DAYS} days after the
            time to pay.
          </Trans>
        </li>
        <li>
          <Trans>
            What you submit as evidence in a dispute, with copies of the messages you choose. The other party and the arbitrators see it. We
            delete it {EVIDENCE_DAYS} days after the order has ended. Until then it stays, even if a message or an account is deleted.
          </Trans>
        </li>
        <li>
          <Trans>Invoices of your orders, with the names at the time when they were issued.</Trans>
        </li>
        <li>
          <Trans>
            Your applications, bids and CVs. Only you and the person you apply to can read them; when you withdraw one, its text and CV are
            deleted.
          </Trans>
        </li>
        <li>
          <Trans>
            Your application to become a creator: e-mail address, full name, wallet, a link, what you write, and our questions with your
            answers. Only you and our team can read it. We delete it when you withdraw it, and replace a refused one when you apply again.
          </Trans>
        </li>
        <li>
          <Trans>
            Your reviews, answers and reports. A report contains the reported text as it was. Only our team sees it. Copies of reported
            messages are deleted when the report is closed. A message that our team has hidden is read only by our team, by its author in
            their data export, and as evidence in a dispute.
          </Trans>
        </li>
        <li>
          <Trans>Warnings and suspensions by our team, with their reasons. Only you and our team can read them.</Trans>
        </li>
        <li>
          <Trans>
            If you ask to sponsor the site: your company, address and message. Our team gets them by e-mail, and we delete them from the
            database when the request is closed.
          </Trans>
        </li>
        <li>
          <Trans>
            What our team decides about reports, disputes, creators and their applications, in a log that nobody can change. It names the
            admin’s wallet and, for a dispute, the amounts and the reason, but not the names of the people concerned.
          </Trans>
        </li>
      </ul>
    </section>
  )
}

function Protection() {
  return (
    <section>
      <h2>
        <Trans>Data that protects your account and the site</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            For every browser that is logged in: its name, when it was last used, and the country and city of its connection, for{' '}
            {SESSION_DAYS} days at most. We also fill in your profile’s country from your connection, and you can change it.
          </Trans>
        </li>
        <li>
          <Trans>
            To stop others from guessing passwords: the connections from which an account’s password was entered, for {NETWORK_DAYS} days. A
            new password is compared with leaked ones; for that we send five digits of its hash to an external provider, never the password.
          </Trans>
        </li>
        <li>
          <Trans>How many requests each account and each network address makes. These counts are deleted after a day at most.</Trans>
        </li>
        <li>
          <Trans>A note for you about each wallet that was added to your account or removed from it.</Trans>
        </li>
        <li>
          <Trans>Technical logs with identifiers and error codes. They contain no messages, no e-mail addresses and no passwords.</Trans>
        </li>
      </ul>
    </section>
  )
}

function Others() {
  return (
    <section>
      <h2>
        <Trans>What others see</Trans>
      </h2>
      <p>
        <Trans>
          Your profile with its country, your listings, your reviews and your payout wallet are public. Payments and orders are recorded on
          the Base network, where everybody can read them and nobody can erase them.
        </Trans>
      </p>
      <p>
        <Trans>
          In a conversation the other person sees whether you are there, that you are typing, and what you have read, unless you turn this
          off in the settings. A list of saved listings is visible only to people to whom you give its link.
        </Trans>
      </p>
      <p>
        <Trans>We show copies of your pictures without camera data such as the location. Videos are shown as you upload them.</Trans>
      </p>
    </section>
  )
}

function Browser() {
  return (
    <section>
      <h2>
        <Trans>In your browser</Trans>
      </h2>
      <p>
        <Trans>
          One cookie keeps you logged in; three more remember your language, your appearance and the sidebar, if you chose them. There is no
          advertising and no third-party tracking.
        </Trans>
      </p>
      <p>
        <Trans>
          The browser’s own storage holds the wallet you used, the network, your country and the country you last filtered by, drafts you
          have not published, unfinished uploads, requests to your wallet, transactions that are not recorded yet and reasons for disputes
          that are not sent yet, whether this browser shows notifications, how often you have visited the site, how far you have scrolled in
          the pages of this tab, and what we have asked you and you have declined or postponed.
        </Trans>
      </p>
      <p>
        <Trans>
          It also holds the twelve listings you opened last and the messages you have started to write or that wait for a connection, for 30
          days or until you log out, and how far you have read the feeds. An application as a creator that you have started stays in its tab
          until you send it, log out or close the tab. This is not sent to us.
        </Trans>
      </p>
      <p>
        <Trans>
          For use without a connection, the browser stores copies of the public pages you opened last, as a guest sees them. They contain
          nothing of your account.
        </Trans>
      </p>
    </section>
  )
}

function Providers() {
  return (
    <section>
      <h2>
        <Trans>Who else receives data</Trans>
      </h2>
      <ul>
        <li>
          <Trans>
            Cloudflare hosts the site, its files and conversations; Turso hosts the database; Cloudflare or Resend sends our e-mail. They
            work for us and receive only the data they need for that.
          </Trans>
        </li>
        <li>
          <Trans>We read the chain through node providers. They see wallet addresses, but not your connection.</Trans>
        </li>
        <li>
          <Trans>
            When a text for your listing is proposed, a language model of Cloudflare or of another provider receives its title, kind and
            language, and nothing else about you.
          </Trans>
        </li>
        <li>
          <Trans>Search engines may read the public pages. We may notify them of the addresses of new and changed listings.</Trans>
        </li>
        <li>
          <Trans>
            Your browser itself connects to Coinbase if you use a Base wallet, to WalletConnect if you choose it, and to YouTube,
            Dailymotion or Twitch if you play a video from there.
          </Trans>
        </li>
      </ul>
    </section>
  )
}

function Rights() {
  return (
    <section>
      <h2>
        <Trans>Your data is yours</Trans>
      </h2>
      <p>
        <Trans>
          In the <Link href={paths.settings()}>settings</Link> you can download your data as one file and, once no order is open, delete
          your account. Then we delete your e-mail address, username, profile, wallets and logins at once, and within minutes your listings,
          applications, files, notifications and the messages of your private conversations.
        </Trans>
      </p>
      <p>
        <Trans>
          Order data is kept as long as the law and the other party’s rights require: what was agreed, with the names as they were shown,
          messages, deliveries, evidence and invoices. Your reviews stay without your name. For anything else, write to{' '}
          <a href={`mailto:${brand.contact}`}>{brand.contact}</a>.
        </Trans>
      </p>
    </section>
  )
}
