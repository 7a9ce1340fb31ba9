import { useLingui } from '@lingui/react/macro'
import { MAX_FEE_PERCENT } from '../../lib/figures.ts'
import { formatBps } from '../../lib/token-format.ts'
import { useFee } from '../../queries/fees.ts'
import type { Question } from './faq.ts'
import { API_LINK, COINBASE_LINK, ORDERS_LINK, SETTINGS_LINK, SUPERBRIDGE_LINK } from './links.ts'

/** Questions and answers about network fees, wallets and money. Every sentence must be true of the product. */

/** Questions about network fees. */
export function useGas(): Question[] {
  const { t } = useLingui()
  return [
    {
      id: 'gas',
      question: t`Do I need ETH for network fees?`,
      answer: [
        t`To pay, accept, deliver or release you send a transaction, and the Base network charges a small fee for it in ETH, usually a few cents. Logging in, posting, searching and writing messages cost nothing.`,
      ],
    },
    {
      id: 'smart-wallet',
      question: t`Does this also apply to a Base wallet?`,
      answer: [
        t`A Base wallet is a smart wallet, and shows in its own window how the network fee is paid. It may pay the fee for you or take it in another token, so we do not ask for ETH before a step. If it needs ETH, it says so.`,
      ],
    },
    {
      id: 'confirmations',
      question: t`Why does my wallet ask me twice?`,
      answer: [
        t`For USDC and USDT the escrow contract needs your permission to take exactly this amount. If your wallet can, permission and payment are one confirmation. Otherwise you confirm the permission first and then the payment. With USDC the permission is usually a signature, which costs no network fee. ETH always needs one confirmation only.`,
        t`No permission is left over: the contract can never take more than the one payment.`,
      ],
    },
    {
      id: 'failed',
      question: t`What if a transaction fails, or my wallet does not answer?`,
      answer: [
        t`If a transaction fails, only the network fee is lost, and the page says why. If your wallet does not answer for a minute, the page says so and you can close the dialog. Before you pay again, look under [Orders](${ORDERS_LINK}): a payment that still arrives appears there by itself.`,
      ],
    },
  ]
}

/** Questions about a wallet without ETH. */
export function useNoGas(): Question[] {
  const { t } = useLingui()
  return [
    {
      id: 'no-gas',
      question: t`What if I have no ETH for the fee?`,
      answer: [
        t`Before each step of an order we check whether your wallet has ETH. If it has none, nothing is sent, and you see how much you need and the address to send it to. Get a little ETH on Base by buying it, for example at [Coinbase](${COINBASE_LINK}), by bridging it from Ethereum, for example with [Superbridge](${SUPERBRIDGE_LINK}), or from somebody you know. Then continue where you were.`,
      ],
    },
    {
      id: 'how-much',
      question: t`How much ETH is enough?`,
      answer: [
        t`The page names an amount that is enough for the next step. It is more than the step usually costs, because wallets set the highest possible fee aside. What is not used stays in your wallet.`,
      ],
    },
    {
      id: 'other-network',
      question: t`Can I pay from another network?`,
      answer: [
        t`No, payments are made on Base only. If your wallet is connected to another network, the page offers to switch. Tokens on another network have to be moved to Base first.`,
      ],
    },
  ]
}

/** Questions about wallets. */
export function useWallets(): Question[] {
  const { t } = useLingui()
  return [
    {
      id: 'base-wallet',
      question: t`Why a Base wallet?`,
      answer: [
        t`A Base wallet is a smart wallet that opens with a passkey, so there is nothing to install and no secret phrase to lose. MetaMask, Phantom and other browser wallets also work.`,
      ],
    },
    {
      id: 'which-wallets',
      question: t`Which wallets can I use?`,
      answer: [
        t`Base Account, and every wallet in your browser that supports the Base network. On a phone you can open this site in the browser of MetaMask or Phantom. Wallets that are contracts themselves can log in and pay too.`,
      ],
    },
    {
      id: 'payout-wallet',
      question: t`To which wallet am I paid?`,
      answer: [
        t`To your payout wallet: the first one you linked. You see it in the [settings](${SETTINGS_LINK}). An order pays the wallet that was your payout wallet when the buyer paid, and that wallet stays linked until its orders have ended.`,
      ],
    },
    {
      id: 'lost-wallet',
      question: t`What if I lose my wallet?`,
      answer: [
        t`We do not have your keys and cannot restore them. Log in with another linked wallet or your e-mail address, and unlink the lost one in the [settings](${SETTINGS_LINK}). An order that was placed with it can only be continued by it. So add a second way to log in early, and keep the recovery phrase or passkey safe.`,
      ],
    },
  ]
}

/** Questions about money. */
export function useMoney(): Question[] {
  const { t } = useLingui()
  const maxFee = formatBps(MAX_FEE_PERCENT * 100)
  const { feeBps } = useFee()
  const fee = feeBps === null ? null : formatBps(feeBps)
  return [
    {
      id: 'money',
      question: t`Is my money safe?`,
      answer: [
        t`A deposit can only be paid to the seller or refunded to the buyer. We cannot pay it out to ourselves, freeze it, or change the contract. In a dispute our arbitrator may set a refund between the seller’s offer and what the buyer asks for. If one side stops answering, fixed time limits apply.`,
        t`We can stop new payments for a while, for example if a fault is found. Orders that exist can always be ended.`,
        t`Keep the keys of your wallet safe: we never have them, and nobody can restore them.`,
      ],
    },
    {
      id: 'fee',
      question: t`How high is the fee?`,
      answer: [
        t`You see the fee before you pay. It is fixed in the order when it is placed, and taken from the seller’s part when the order is completed.`,
        ...(fee === null ? [] : [t`At the moment the fee is normally ${fee} of the price.`]),
        t`Together with an arbitration fee it is never more than ${maxFee}; the contract refuses more.`,
      ],
    },
    {
      id: 'tokens',
      question: t`In what can I pay?`,
      answer: [
        t`In USDC, USDT or ETH on Base. Prices are in US dollars; one USDC or USDT counts as one dollar. For ETH we use the current price at Coinbase and Kraken. If we cannot know it for certain, ETH is not offered at that moment. Yen are shown for comparison only.`,
      ],
    },
    {
      id: 'invoices',
      question: t`Do I get an invoice?`,
      answer: [
        t`Yes. When an order has been paid out and was paid with a quote from this site, we make an invoice from the seller to the buyer, with a number, to print or as a PDF file. For each year there is also a statement with all invoices, as a CSV or PDF file. You find it under [Orders](${ORDERS_LINK}).`,
        t`Invoices have the names of the profiles. They contain no addresses and state no tax, because we do not know them. Ask your tax adviser whether you need another one.`,
      ],
    },
  ]
}

/** Questions about technology. */
export function useTech(): Question[] {
  const { t } = useLingui()
  return [
    {
      id: 'tech',
      question: t`What is it built on?`,
      answer: [
        t`The escrow is a contract on Base; anybody can read it. The app runs on Cloudflare’s network, and your listings and messages are stored in our database, not on the chain.`,
        'contracts',
      ],
    },
    {
      id: 'check',
      question: t`How can I check my order on the chain?`,
      answer: [
        t`The order’s page shows its transactions and the address of the contract, with links to a block explorer where there is one. Before every payment the app also compares the code of the contract with the one we have published, through your own wallet.`,
      ],
    },
    {
      id: 'api',
      question: t`Is there an API?`,
      answer: [t`Yes, all calls that the site itself uses are described in the [API documentation](${API_LINK}).`],
    },
  ]
}
