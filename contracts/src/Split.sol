// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Split
/// @notice How a price is divided. Every division of money in these contracts is one of these functions, so that what smt/Split.sol proves
/// of them for all inputs holds for the contracts. Shares are in basis points and rounded down; what is left over by rounding stays with
/// whoever gets the rest.
library Split {
    uint256 internal constant WHOLE = 10_000;

    /// @dev A share of an amount.
    function share(uint256 amount, uint256 bps) internal pure returns (uint256) {
        return amount * bps / WHOLE;
    }

    /// @dev The same, rounded up. The amount is below 2^128 and the share below 2^64.
    function shareUp(uint256 amount, uint256 bps) internal pure returns (uint256) {
        unchecked {
            return (amount * bps + WHOLE - 1) / WHOLE;
        }
    }

    /// @dev An amount that somebody else names, at most `most`.
    function atMost(uint256 amount, uint256 most) internal pure returns (uint256) {
        return amount < most ? amount : most;
    }

    /// @dev What is left of `limit` for a second fee beside a first one, at most `bps`.
    function beside(uint256 first, uint256 bps, uint256 limit) internal pure returns (uint256) {
        return atMost(bps, limit - first);
    }

    /// @dev The share in the middle between two shares of an amount.
    function middle(uint256 amount, uint256 bps, uint256 otherBps) internal pure returns (uint256) {
        return amount * (bps + otherBps) / (2 * WHOLE);
    }

    /// @dev What is not refunded goes to the seller, less the fee, which is taken of that part alone.
    function rest(uint256 price, uint256 refund, uint256 feeBps) internal pure returns (uint256 toSeller, uint256 fee) {
        uint256 part = price - refund;
        fee = share(part, feeBps);
        toSeller = part - fee;
    }
}
