// ColPack behind the protocol of bench/jsonworker.py: one line asks, one line answers.
//
//   cmake -S ColPack/build/cmake -B build -DCMAKE_INSTALL_PREFIX=$PWD/colpack && make -C build install
//   g++ -O3 -march=native -fopenmp -Icolpack/include/ColPack_headers -o colpack_worker \
//       bench/peers/colpack_worker.cpp colpack/lib/archive/libColPack.a
//
// A request is {"kind": ..., "order": ..., "pattern": FILE, "colors": FILE}, its values in this order. The
// pattern is int32: rows, columns, nonzeros, then the row offsets and the columns of a CSR matrix. The
// colors are int32 as well, of the columns, rows or vertices; for a bicoloring of the rows, then of the
// columns. The answer has the number of colors and the seconds of ordering and coloring; reading and
// building ColPack's graph are not counted.

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "ColPackHeaders.h"

using namespace ColPack;

struct Pattern {
  int rows = 0, columns = 0;
  std::vector<int> starts, indices;
};

static Pattern read_pattern(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  int head[3] = {0, 0, 0};
  file.read(reinterpret_cast<char *>(head), sizeof head);
  Pattern pattern;
  pattern.rows = head[0];
  pattern.columns = head[1];
  pattern.starts.resize(head[0] + 1);
  pattern.indices.resize(head[2]);
  file.read(reinterpret_cast<char *>(pattern.starts.data()), 4L * (head[0] + 1));
  file.read(reinterpret_cast<char *>(pattern.indices.data()), 4L * head[2]);
  if (!file) {
    std::fprintf(stderr, "%s: cannot be read\n", path.c_str());
    std::exit(1);
  }
  return pattern;
}

// Every second piece between quotation marks is a value.
static std::vector<std::string> values_of(const std::string &line) {
  std::vector<std::string> values;
  size_t at = 0;
  for (int piece = 0;; ++piece) {
    const size_t open = line.find('"', at);
    if (open == std::string::npos) return values;
    const size_t close = line.find('"', open + 1);
    if (piece % 2) values.push_back(line.substr(open + 1, close - open - 1));
    at = close + 1;
  }
}

static double since(std::chrono::steady_clock::time_point began) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

int main() {
  std::string line, path;
  Pattern pattern;
  while (std::getline(std::cin, line)) {
    const std::vector<std::string> request = values_of(line);
    const std::string kind = request.at(0), order = request.at(1);
    if (request.at(2) != path) pattern = read_pattern(path = request.at(2));
    int *starts = pattern.starts.data(), *indices = pattern.indices.data();
    std::vector<int> colors, more;
    double seconds = 0;
    int k = 0;
    if (kind == "columns" || kind == "rows") {
      BipartiteGraphPartialColoringInterface graph(SRC_WAIT);
      graph.BuildBPGraphFromCSRFormat(starts, pattern.rows, pattern.columns, indices);
      const bool columns = kind == "columns";
      const auto began = std::chrono::steady_clock::now();
      graph.PartialDistanceTwoColoring(
          order, columns ? "COLUMN_PARTIAL_DISTANCE_TWO" : "ROW_PARTIAL_DISTANCE_TWO");
      seconds = since(began);
      columns ? graph.GetRightVertexColors(colors) : graph.GetLeftVertexColors(colors);
      k = graph.GetVertexColorCount();
    } else if (kind == "bicoloring") {
      BipartiteGraphBicoloringInterface graph(SRC_WAIT);
      graph.BuildBPGraphFromCSRFormat(starts, pattern.rows, pattern.columns, indices);
      const auto began = std::chrono::steady_clock::now();
      graph.Bicoloring(order, "IMPLICIT_COVERING__STAR_BICOLORING");
      seconds = since(began);
      graph.GetLeftVertexColors(colors);
      graph.GetRightVertexColors(more);
      colors.insert(colors.end(), more.begin(), more.end());
      k = graph.GetVertexColorCount();
    } else {
      // The length of each row, then its columns.
      std::vector<unsigned> rows(pattern.indices.size() + pattern.rows);
      std::vector<unsigned *> pointers(pattern.rows);
      size_t at = 0;
      for (int i = 0; i < pattern.rows; ++i) {
        pointers[i] = &rows[at];
        rows[at++] = starts[i + 1] - starts[i];
        for (int p = starts[i]; p < starts[i + 1]; ++p) rows[at++] = indices[p];
      }
      GraphColoringInterface graph(SRC_MEM_ADOLC, pointers.data(), pattern.rows);
      const auto began = std::chrono::steady_clock::now();
      graph.Coloring(order, kind);
      seconds = since(began);
      graph.GetVertexColors(colors);
      k = graph.GetVertexColorCount();
    }
    std::ofstream file(request.at(3), std::ios::binary);
    file.write(reinterpret_cast<const char *>(colors.data()), 4L * colors.size());
    file.close();
    std::printf("{\"result\": {\"k\": %d, \"seconds\": %.9f}}\n", k, seconds);
    std::fflush(stdout);
  }
}
