// open_tables.js -- the lobby of the server as it changes: open public tables, the newest first.
import { useEffect, useState } from "preact/hooks";
import { Line } from "../net/line.js";

/** {link, tables, problem}; tables is null until they are known, and stays over a break of the line. */
export function useOpenTables() {
  const [now, set] = useState(
    /** @type {{link: string, tables: any[] | null, problem: Problem | null}} */ ({ link: "connecting", tables: null, problem: null }),
  );
  useEffect(() => {
    const line = new Line({
      greet: () => [{ do: "lobby", id: "lobby" }],
      heard: (objects) => {
        for (const o of objects) {
          if (o.re === "lobby" && !o.ok) return line.no(o);
          if (o.re !== "lobby" && o.t !== "lobby") continue;
          line.good();
          set({ link: "open", tables: o.tables, problem: null });
        }
      },
      lost: (renewing) => set((was) => ({ ...was, link: renewing ? "renewing" : "lost" })),
      refused: (problem) => set((was) => ({ ...was, link: "refused", problem })),
    });
    return () => line.close();
  }, []);
  return now;
}
