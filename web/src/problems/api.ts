/** The doors of the service for lessons and problems. */

import { get, post } from "../lib/api";
import type { Begun, ProblemCard, ProblemHint, SolutionShown, Verdict } from "../lib/wire";

export const allProblems = () => get<ProblemCard[]>("/api/problems");
export const hintTo = (game: string, id: string) => get<ProblemHint>(`/api/problems/${game}/${id}/hint`);
export const tryProblem = (game: string, id: string) => post<Begun>(`/api/problems/${game}/${id}`);
export const solutionOf = (game: string, id: string) => post<SolutionShown>(`/api/problems/${game}/${id}/solution`);
export const verdictAt = (secret: string) => get<Verdict>(`/api/seats/${secret}/verdict`);
export const beginLesson = (game: string) => post<Begun>(`/api/games/${game}/lesson`);
