# Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Orders of a shop as JSON; the argument is their number in thousands."""

import json
import random
import sys

CITIES = ["Berlin", "Paris", "Lisboa", "Oslo", "Wien", "Praha", "Roma", "Dublin"]
TAGS = ["new", "gift", "express", "returned", "b2b"]


def order(number, chance):
    return {
        "id": number,
        "customer": {
            "name": f"customer {chance.randrange(5000)}",
            "city": chance.choice(CITIES),
            "email": f"c{number}@example.org",
        },
        "items": [
            {
                "sku": f"sku-{chance.randrange(20000):05}",
                "count": chance.randrange(1, 9),
                "price": chance.randrange(100, 10000) / 100,
            }
            for _ in range(chance.randrange(1, 5))
        ],
        "tags": chance.sample(TAGS, 2),
        "note": None if number % 3 else "leave it at the door, please",
    }


chance = random.Random(1)
orders = (json.dumps(order(i, chance)) for i in range(1000 * int(sys.argv[1])))
print("[" + ",\n".join(orders) + "]")
