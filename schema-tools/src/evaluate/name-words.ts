const wordSet = (...groups: readonly string[]): ReadonlySet<string> => new Set(groups.flatMap((group) => group.split(/\s+/)));

/**
 * Words of names that decide what a value means, in the singular. Where one stands in one of two names only, a value of one may be another
 * under the other, whatever a schema's prose says.
 */
export const distinctiveWords: ReadonlySet<string> = wordSet(
  // Bound.
  `min minimum max maximum least most lower upper low high limit bound floor ceiling cap quota threshold range exact approx soft hard
    at below above over under between within beyond less more fewer greater half full partial total sum average mean median peak rest
    remaining count number num amount size length len width height depth weight level degree index offset position rank order priority
    rate speed`,
  // Direction and time.
  `first last next previous prev before after start end begin finish initial final from to until since till into onto out in inbound
    outbound ingress egress input output request response read write reader writer reading writing send receive sender receiver get
    set put post upload download import export push pull load save store open close opened closed opening closing left right top
    bottom front back forward backward up down ascending descending asc desc incoming outgoing source src target dest destination
    origin client server caller callee parent child ancestor descendant local remote upstream downstream pre early late old new former
    legacy current past future older newer oldest newest head tail x y z row column col horizontal vertical inner outer inside outside
    enter leave exit entry arrive depart producer consumer publisher subscriber master main primary secondary replica backup restore
    grant revoke lock unlock create delete add remove insert update upsert attach detach connect disconnect join split merge encode
    decode encrypt decrypt compress decompress consume produce publish subscribe mount unmount grow shrink increase decrease increment
    decrement expand collapse widen raise rise fall win lose gain loss buy sell buyer seller debit credit lend borrow major minor
    patch north south east west latitude longitude lat lng lon taint toleration liveness readiness startup`,
  // Place.
  `file path url uri urn link href dir directory folder host hostname domain port address addr socket endpoint location region zone
    ref reference id identifier uid uuid guid key name label title alias slug handle tag code namespace scope group class kind type
    object list array map dict dictionary table set collection item element entry member field property attribute node root base
    prefix suffix extension ext basename section block page line cell query body header footer param parameter argument arg flag
    option env environment variable var user username owner author account role secret password passphrase token credential cert
    certificate public private internal external global shared common personal own default override fallback`,
  // Form.
  `json yaml toml xml html csv text string str raw binary base64 hex utf8 ascii bool boolean int integer float double decimal date
    time datetime timestamp duration interval period timeout ttl deadline delay age expiry expiration pattern regex regexp glob
    wildcard template script command cmd expression expr format mode style version revision hash digest checksum sha md5 signature
    encoding charset
    encoded escaped quoted plain formatted parsed compiled rendered minified compressed config configuration setting schema value data
    content message description image icon`,
  // Units.
  `ns us ms millis millisecond msec s sec second minute min hour day week month year bit byte kb mb gb tb kib mib gib tib kilobyte
    megabyte gigabyte percent percentage pct ratio fraction factor hz px pixel em rem pt cm mm inch`,
  // Sense.
  `no not non never none nor without dont un dis disable disabled disallow disallowed enable enabled enabling allow allowed allowing
    deny denied permit permitted forbid forbidden block blocked blocklist blacklist allowlist whitelist denylist accept accepted
    reject rejected include included including inclusion exclude excluded excluding exclusion except exception hide hidden show shown
    visible invisible skip skipped ignore ignored keep drop dropped omit omitted suppress suppressed emit force forced prevent require
    required optional mandatory on off yes true false is has can may must should use used uses active inactive activate deactivate
    open closed valid invalid secure insecure safe unsafe strict loose lenient tolerant strictness fail failed failure success pass
    passed error warn warning info debug trace verbose quiet silent loud invert inverted negate negated reverse reversed reversing
    opposite opt optin optout always sometimes only also all any both either each every some one two once many single multi multiple
    several and or xor if unless when while until auto automatic manual static dynamic fixed pinned latest stable unstable beta alpha
    experimental preview draft sync async synchronous asynchronous eager lazy immediate deferred mutable immutable readonly writable
    readable temporary permanent persistent transient volatile real virtual physical logical actual expected estimated absolute
    relative positive negative signed unsigned same different similar equal unique duplicate distinct common rare empty nonempty blank
    null nullable undefined known unknown trusted untrusted verified unverified verify check validate inline linked embedded direct
    indirect explicit implicit normal special simple complex basic advanced light dark heavy fast slow short long small large big
    little wide narrow near far dry wet hot cold warm online offline alive dead healthy unhealthy ready pending done running stopped
    paused queued self other another extra additional more less`,
);

/** Words that make another word of the one behind them: `on_line` and `online`, `no_table` and `notable`, `in_put` and `input`. */
export const fusingWords: ReadonlySet<string> = wordSet(
  'no not non none un in dis de re pre anti on off out up down over under at to by as is it an a and or all any for from with be co mis ' +
    'sub super inter intra extra ex im il ir one set',
);

export const negatingPrefixes: readonly string[] =
  'no non not un in im il ir dis de anti counter mis pre post re sub super over under inter intra extra multi mono semi auto'.split(' ');
