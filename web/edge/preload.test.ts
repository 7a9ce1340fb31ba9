import { describe, expect, it } from 'vitest'
import { builtFiles, preloadTags } from './preload.ts'

const built = builtFiles(
  {
    '_base.js': { file: 'assets/index.js', imports: ['_shared.js'], css: ['assets/index.css'] },
    '_shared.js': { file: 'assets/shared.js' },
    '_card.js': { file: 'assets/card.js', imports: ['_shared.js'], css: ['assets/card.css'] },
    '_pages.js': { file: 'assets/pages.js', imports: ['_card.js'] },
    'features/home/HomePage.tsx': { file: 'assets/home.js', imports: ['_base.js', '_card.js'], css: ['assets/home.css'] },
    'features/home/locales/ja.po': { file: 'assets/ja.js' },
  },
  {
    'main.tsx': 'assets/index.js',
    'features/home/HomePage.tsx': 'assets/home.js',
    'features/home/locales/ja.po': 'assets/ja.js',
    'features/pages/AboutPage.tsx': 'assets/pages.js',
  },
)

describe('preload tags', () => {
  it('name all files that a page imports, except those of the entry', () => {
    expect(built['features/home/HomePage.tsx']).toEqual({
      scripts: ['/assets/home.js', '/assets/card.js'],
      styles: ['/assets/home.css', '/assets/card.css'],
    })
  })

  it('name the built file of a source that is bundled with others', () => {
    expect(built['features/pages/AboutPage.tsx']).toEqual({
      scripts: ['/assets/pages.js', '/assets/card.js'],
      styles: ['/assets/card.css'],
    })
  })

  it('name each file once', () => {
    const tags = preloadTags(built, ['features/home/HomePage.tsx', 'features/home/HomePage.tsx', 'features/home/locales/ja.po'])
    expect(tags.match(/modulepreload/g)).toHaveLength(3)
    expect(tags.match(/stylesheet/g)).toHaveLength(2)
  })

  it('load only the styles of a section whose code is loaded later', () => {
    expect(preloadTags(built, [], ['features/home/HomePage.tsx']).match(/(?<=href=")[^"]+/g)).toEqual([
      '/assets/home.css',
      '/assets/card.css',
    ])
  })

  it('cannot be made for a page that is not in the build', () => {
    expect(() => preloadTags(built, ['features/home/Gone.tsx'])).toThrow('Gone.tsx')
  })
})
