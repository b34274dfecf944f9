"""
Products of a matrix with directions, one for each color, and the nonzeros read off them.

Directions and products are one array, or come one at a time, so that not all need be in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ..arguments import array as as_array
from ..errors import expected

#: Products with the directions: an array (length, k) with a product in each column, or arrays (length,)
#: in turn, of any library that NumPy can read, for instance JAX.
Products = NDArray[Any] | Iterable[NDArray[Any]]


def seed(colors: NDArray[np.int32], k: int, dtype: DTypeLike) -> NDArray[Any]:
    """Return directions as columns, (n, k): entry ``[v, c]`` is 1 if ``v`` has color ``c``."""
    matrix = np.zeros((len(colors), k), dtype)
    colored = np.flatnonzero(colors >= 0)
    matrix[colored, colors[colored]] = 1
    return matrix


def directions(colors: NDArray[np.int32], k: int, dtype: DTypeLike) -> Iterator[NDArray[Any]]:
    """Yield the directions one at a time, each a new array (n,)."""
    for c in range(k):
        yield (colors == c).astype(dtype)


def stacked(products: Products, name: str, length: int, k: int) -> NDArray[Any]:
    """Return products as one array (length, k); ``name`` is that of the argument, for errors."""
    if hasattr(products, "__array__"):
        array = np.asarray(products)
        if array.shape != (length, k):
            raise expected(f"{name}.shape", array.shape, f"({length}, {k})")
        return array
    # Copies: a generator may yield one array again and again.
    columns = [product.copy() for product in _checked(products, name, length, k)]
    return np.stack(columns, axis=1) if columns else np.empty((length, 0))


def _checked(products: Iterable[NDArray[Any]], name: str, length: int, k: int) -> Iterator[NDArray[Any]]:
    count = 0
    if not isinstance(products, Iterable):
        raise expected(name, products, f"an array ({length}, {k}), or arrays ({length},) in turn")
    for product in products:
        array = as_array(f"{name}[{count}]", product, f"an array ({length},)")
        if array.shape != (length,):
            raise expected(f"{name}[{count}].shape", array.shape, f"({length},)")
        if count == k:
            raise expected(f"{name}: number of products", k + 1, f"{k}, one for each color")
        count += 1
        yield array
    if count < k:
        raise expected(f"{name}: number of products", count, f"{k}, one for each color")


class Reading:
    """
    Places of the nonzeros in the products: the color of the product, and the index in it.

    Parameters
    ----------
    name
        Name of the argument with the products, for errors.
    length, k
        Length of a product, and number of products.
    places
        int32[nnz], indices into a product.
    colors
        int32[nnz], in ``[0, k)``.
    """

    def __init__(
        self, name: str, length: int, k: int, places: NDArray[np.int32], colors: NDArray[np.int32]
    ) -> None:
        self.name = name
        self.length = length
        self.k = k
        self.places = places
        self.colors = colors
        self._groups: list[NDArray[np.int64]] | None = None

    def read(self, products: Products) -> NDArray[Any]:
        """Return the values of the nonzeros, in the dtype of the products."""
        if hasattr(products, "__array__"):
            return stacked(products, self.name, self.length, self.k)[self.places, self.colors]
        if self._groups is None:
            sizes = np.bincount(self.colors, minlength=self.k)
            by_color = np.argsort(self.colors, kind="stable")
            self._groups = np.split(by_color, np.cumsum(sizes)[:-1])
        data = np.empty(len(self.places))
        checked = _checked(products, self.name, self.length, self.k)
        for c, product in enumerate(checked):
            group = self._groups[c]
            if c == 0:
                data = data.astype(product.dtype)
            elif (wider := np.result_type(data, product)) != data.dtype:
                data = data.astype(wider)
            data[group] = product[self.places[group]]
        return data
