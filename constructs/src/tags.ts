import * as cdktf from 'cdktf';

interface TaggedElement {
  tags: { [key: string]: string };
  readonly tagsInput?: { [key: string]: string } | undefined;
}
interface FlatTaggedElement extends TaggedElement {
  tagNames: string[];
  readonly tagNamesInput?: string[] | undefined;
}

const isFlat = (of: TaggedElement): of is FlatTaggedElement => 'tagNamesInput' in of;

/** Tags that are said one after the other, on one resource. */
export class TagList {
  readonly #of: TaggedElement;
  readonly #wrong: string[] = [];

  public constructor(of: TaggedElement) {
    this.#of = of;
  }

  public add(tags: readonly (string | { readonly [key: string]: string })[]): void {
    for (const tag of tags) {
      if (typeof tag === 'string') this.#addFlat(tag);
      else for (const [key, value] of Object.entries(tag)) this.#addPair(key, value);
    }
  }

  public errors(): readonly string[] {
    return this.#wrong;
  }

  #addPair(key: string, value: string): void {
    const there = this.#of.tagsInput ?? {};
    if (cdktf.Token.isUnresolved(there))
      this.#wrong.push(`The tag "${key}" cannot be added: \`tags\` is known to the engine alone. Write them all in one place.`);
    else if (Object.hasOwn(there, key) && there[key] !== value)
      this.#wrong.push(`The tag "${key}" is given twice, as "${there[key]}" and as "${value}".`);
    else this.#of.tags = { ...there, [key]: value };
  }

  #addFlat(name: string): void {
    if (!isFlat(this.#of)) {
      this.#wrong.push(`The flat tag "${name}" cannot be added: only workspaces have flat tags. Write \`tag({ key: 'value' })\`.`);
      return;
    }
    const there = this.#of.tagNamesInput ?? [];
    if (cdktf.Token.isUnresolved(there))
      this.#wrong.push(`The tag "${name}" cannot be added: \`tagNames\` is known to the engine alone. Write them all in one place.`);
    else if (!there.includes(name)) this.#of.tagNames = [...there, name];
  }
}
