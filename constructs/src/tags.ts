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

/** Collects tags that are added one after the other to one resource. */
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
    const current = this.#of.tagsInput ?? {};
    if (cdktf.Token.isUnresolved(current))
      this.#wrong.push(`The tag "${key}" cannot be added: \`tags\` is known to the engine alone. Write them all in one place.`);
    else if (Object.hasOwn(current, key) && current[key] !== value)
      this.#wrong.push(`The tag "${key}" is given twice, as "${current[key]}" and as "${value}".`);
    else this.#of.tags = { ...current, [key]: value };
  }

  #addFlat(name: string): void {
    if (!isFlat(this.#of)) {
      this.#wrong.push(`The flat tag "${name}" cannot be added: only workspaces have flat tags. Write \`tag({ key: 'value' })\`.`);
      return;
    }
    const current = this.#of.tagNamesInput ?? [];
    if (cdktf.Token.isUnresolved(current))
      this.#wrong.push(`The tag "${name}" cannot be added: \`tagNames\` is known to the engine alone. Write them all in one place.`);
    else if (!current.includes(name)) this.#of.tagNames = [...current, name];
  }
}
