import { describe, expect, it } from 'vitest'
import { isAbusive, isReserved } from './creator-names.ts'

describe('nobody can have', () => {
  it.each(['admin', 'Following', 'NFT', 'news', 'ja', 'EN', 'css', 'og'])('a word of the app: %s', (name) => {
    expect(isReserved(name)).toBe(true)
  })
  it.each(['WarrenSupport', 'Adm1n', 'Moderator7', 'officialsupport'])('a name that imitates the team: %s', (name) => {
    expect(isReserved(name)).toBe(true)
  })
  it.each(['fuck', 'FuckYou', 'f0ckfuck1', 'sh1t', 'SHIT99', 'Chinko', 'unk0', 'kus0', 'xxN1ggerxx', 'kichigai4'])(
    'an abusive name: %s',
    (name) => {
      expect(isAbusive(name)).toBe(true)
      expect(isReserved(name)).toBe(true)
    },
  )
})

it.each(['Ishita', 'Matsushita', 'Nazim', 'Siriporn', 'grape', 'Essex', 'Kusonoki', 'shine', 'aiko', 'Kamo2', 'mo', '7seas', 'Peacock'])(
  'anybody can have %s',
  (name) => {
    expect(isReserved(name)).toBe(false)
  },
)
