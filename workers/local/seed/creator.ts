import { createClient } from '@libsql/client/http'
import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import { platformAbi } from '../../../contracts/abi/Platform.ts'
import type { ContactRequest, MyApplication } from '../../creators/applications.schema.ts'
import type { FolioAnswer, FolioRequest } from '../../creators/folios.schema.ts'
import type { PostPage, SavedPost } from '../../creators/posts.schema.ts'
import type { World } from '../world/world.ts'
import { MNEMONIC, type Session, signIn, upload } from './client.ts'
import { PEOPLE } from './people.ts'

/** The demo admin, who is an admin of the Platform contract. */
const ADMIN_INDEX = 3
const NAME = 'aikomori'
const DAY = 86_400

const APPLICATION: Omit<ContactRequest, 'wallet'> = {
  email: 'aiko@example.com',
  sns: '',
  fullname: 'Aiko Mori',
  name: NAME,
  text: 'I draw logos and letters for small studios, and I would like to show how they are made.',
}

interface SeedCreatorPost {
  content: string
  picture: string | null
  daysAgo: number
}

/** Oldest first. The first one is pinned. */
const POSTS: SeedCreatorPost[] = [
  {
    content:
      '<p>Welcome. I post drawings that did not make it, and why. If you want a mark of your own, my services are at the end of this page.</p>',
    picture: null,
    daysAgo: 21,
  },
  {
    content:
      '<p>Six marks on one sheet, before the client saw any of them. The loaf won. The wave came back as a tea label two months later.</p>',
    picture: 'marks',
    daysAgo: 9,
  },
  {
    content: '<p>名刺が刷り上がりました。朱色の紙に白のインク、活版で一枚ずつ。</p>',
    picture: 'meishi',
    daysAgo: 2,
  },
]

/**
 * Makes the demo seller a creator with a page and posts, whom the home page promotes, through the same calls and the same transaction as
 * the app. It can run again after an interruption. The journeys start without it, because they count creators and posts.
 */
export async function seed({ url, rpcUrl, databaseUrl, deployment }: Pick<World, 'url' | 'rpcUrl' | 'databaseUrl' | 'deployment'>) {
  const [aiko, admin] = [await signIn(url, PEOPLE.aiko.index), await signIn(url, ADMIN_INDEX)]
  await grant({ aiko, admin, rpcUrl, platform: deployment.platform })
  await savePage(aiko)
  await post(aiko, databaseUrl)
  await admin.post('creators/togglePromoted', { id: aiko.id, value: true })
}

interface Grant {
  aiko: Session
  admin: Session
  rpcUrl: string
  platform: Hex
}

/** Applies, adds the wallet to the contract as the admin, and grants the application. */
async function grant({ aiko, admin, rpcUrl, platform }: Grant): Promise<void> {
  const wallet = mnemonicToAccount(MNEMONIC, { addressIndex: PEOPLE.aiko.index }).address
  const mine = () => aiko.get<MyApplication>('creators/getMyApplication')
  if ((await mine()).creator !== null) return
  if ((await mine()).application === null) await aiko.post('creators/contact', { ...APPLICATION, wallet })
  const account = mnemonicToAccount(MNEMONIC, { addressIndex: ADMIN_INDEX })
  const client = createWalletClient({ account, chain: anvil, transport: http(rpcUrl), pollingInterval: 25 }).extend(publicActions)
  const contract = { abi: platformAbi, address: platform } as const
  const change = async (functionName: 'addCreator' | 'removeCreator') => {
    const hash = await client.writeContract({ ...contract, functionName, args: [wallet] })
    const { status } = await client.waitForTransactionReceipt({ hash, checkReplacement: false })
    if (status !== 'success') throw new Error(`${functionName} failed: ${hash}`)
    return hash
  }
  // After an interruption, the transaction is sent again: its hash is lost.
  if (await client.readContract({ ...contract, functionName: 'isCreator', args: [wallet] })) await change('removeCreator')
  const transactionHash = await change('addCreator')
  const { application } = await mine()
  await admin.post('creators/enableCreator', { address: wallet, application: application!.id, transactionHash })
}

async function savePage(aiko: Session): Promise<void> {
  const { folio } = await aiko.get<FolioAnswer>(`creators/getFolio?name=${NAME}`)
  if (folio.version > 0) return
  const [marks, logo, meishi, tea] = await Promise.all(['marks', 'logo', 'meishi', 'tea'].map((picture) => upload(aiko, picture)))
  const page: FolioRequest = {
    name: NAME,
    title: 'Marks by Aiko Mori',
    about: 'Logos and letters for small studios, drawn in a house with a crooked door in Kyoto.\nOne mark at a time.',
    image: marks!,
    video: null,
    video_thumbnail: null,
    effect: 'NONE',
    primary_color: '#fff8e1',
    secondary_color: '#b45309',
    version: 0,
    sections: [
      {
        id: crypto.randomUUID(),
        kind: 'FULL_PAGE',
        title: 'A mark is a habit',
        text: '<p>A good one is small enough for a stamp and simple enough to draw from memory. I begin on paper, with a brush, and stay there until a stranger can tell me what it is.</p><p>Only then does it meet a computer.</p>',
        picture: logo!,
      },
      {
        id: crypto.randomUUID(),
        kind: 'ROADMAP',
        title: 'How one is made',
        steps: [
          { when: 'Day 1', title: 'Talk', text: 'What you make, for whom, and what you will never make.' },
          { when: 'Day 4', title: 'Three directions', text: 'On paper. You write on them.' },
          { when: 'Day 7', title: 'One mark', text: 'With all files, and all rights.' },
        ],
      },
      {
        id: crypto.randomUUID(),
        kind: 'CAROUSEL',
        title: 'Lately',
        slides: [
          { picture: logo!, caption: 'Usagi & Sons, letters and cards', link: '' },
          { picture: meishi!, caption: 'Name cards, printed by hand', link: '' },
          { picture: tea!, caption: 'The wave, on tea', link: '' },
        ],
      },
    ],
  }
  await aiko.post('creators/addFolio', page)
}

async function post(aiko: Session, databaseUrl: string): Promise<void> {
  const { posts } = await aiko.get<PostPage>(`creators/getPosts?name=${NAME}`)
  if (posts.length) return
  const client = createClient({ url: databaseUrl })
  const now = Math.floor(Date.now() / 1000)
  for (const [i, { content, picture, daysAgo }] of POSTS.entries()) {
    const media = picture ? [await upload(aiko, picture)] : []
    const { pid } = await aiko.post<SavedPost>('creators/addPost', {
      name: NAME,
      pid: null,
      version: 0,
      content,
      link: '',
      media,
      draft: false,
    })
    if (i === 0) await aiko.post('creators/pinPost', { pid, pinned: true })
    // No call can set the age.
    await client.execute({ sql: 'update posts set created_at = ?1, published_at = ?1 where id = ?2', args: [now - daysAgo * DAY, pid] })
  }
  client.close()
}
