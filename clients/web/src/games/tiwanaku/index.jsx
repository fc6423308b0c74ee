// index.jsx -- Tiwanaku for the shell; the client's README says what each member is. Announcements are the
// screen's own business, as turns have many parts; there are no sheets, so no gallery.
import { Counting, Sheet, Watch } from "./counting.jsx";
import { known } from "./hint.jsx";
import { land } from "./land.js";
import { After } from "./map_share.jsx";
import { Rules } from "./rules.jsx";
import { Screen } from "./screen.jsx";
import { setup } from "./setup.jsx";
import { endWords, parts, rowName, signals, stamp, subtitle, verdict } from "./words.js";

const announce = () => "";

export default {
  name: "tiwanaku",
  picture: "llama",
  tiebreak: "diversity",
  Screen,
  Counting,
  Sheet,
  Watch,
  After,
  land,
  Rules,
  parts,
  subtitle,
  announce,
  verdict,
  stamp,
  rowName,
  signals,
  known,
  words: endWords,
  setup,
};
