// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev A collection that answers the royalty query with configured words.
contract HostileRoyalty {
    enum Part {
        Answers,
        Reverts,
        BurnsGas,
        Writes
    }

    Part private _part;
    bytes private _words;
    uint256 private _sink;

    function act(Part part, bytes calldata words) external {
        (_part, _words) = (part, words);
    }

    function royaltyInfo(uint256, uint256) external {
        if (_part == Part.BurnsGas) while (true) {}
        if (_part == Part.Writes) _sink = 1;
        bytes memory words = _words;
        bool fails = _part == Part.Reverts;
        assembly {
            switch fails
            case 1 { revert(add(words, 32), mload(words)) }
            default { return(add(words, 32), mload(words)) }
        }
    }
}
